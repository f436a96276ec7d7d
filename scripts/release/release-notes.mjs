/**
 * Reads a version's section of CHANGELOG.md: its text, and its date, which is null if the version is unreleased.
 * Returns null if the changelog has no such version.
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => each.startsWith(`## [${version}]`));
  if (section === undefined) return null;
  const [heading = '', ...lines] = section.split('\n');
  const [date = null] = /\d{4}-\d\d-\d\d$/.exec(heading) ?? [];
  return { date, text: `# Understudy ${version}\n\n${lines.join('\n').trim()}\n` };
}
