/** Returns the members that two sets have in common, in the first set's order. */
export function commonMembers<Member>(one: ReadonlySet<Member>, other: ReadonlySet<Member>): Member[] {
  return [...one].filter((member) => other.has(member));
}
