/** Returns the common members of two sets, in the order of the first set. */
export function commonMembers<Member>(one: ReadonlySet<Member>, other: ReadonlySet<Member>): Member[] {
  return [...one].filter((member) => other.has(member));
}
