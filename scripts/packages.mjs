// npm run packages: brings what only some tests and checks run, and "npm install" leaves out. "npm test" and "npm run
// check" bring it as well, when they need it.
const { extraFolders, installPackages } = await import('../server/test/support/extra-packages.ts');

for (const folder of extraFolders) {
  if (!installPackages(folder, (text) => process.stdout.write(text))) process.exitCode = 1;
}
