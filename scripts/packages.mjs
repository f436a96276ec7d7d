// npm run packages: installs the packages that only some tests and checks use and that "npm install" leaves out. "npm
// test" and "npm run check" also install these packages when they need them.
const { extraFolders, installPackages } = await import('../server/test/support/extra-packages.ts');

for (const folder of extraFolders) {
  if (!installPackages(folder, (text) => process.stdout.write(text))) process.exitCode = 1;
}
