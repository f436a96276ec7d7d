/**
 * The section of CHANGELOG.md about a version: its text without the heading, and its date, or null if it is unreleased.
 * Null if the change log has no such version.
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => each.startsWith(`## [${version}]`));
  if (section === undefined) return null;
  const [heading = '', ...lines] = section.split('\n');
  const [date = null] = /\d{4}-\d\d-\d\d$/.exec(heading) ?? [];
  return { date, text: `# Understudy ${version}\n\n${lines.join('\n').trim()}\n` };
}
