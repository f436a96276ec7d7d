/** Words for people of a fan's or a creator's life, by what they have in common: who is meant by one may be meant by the others. */
const groups = `
child children kid kids son sons daughter daughters toddler toddlers baby babies niece nieces nephew nephews grandson granddaughter grandchild grandchildren girl girls boy boys teen teens teenager teenagers twins twin pupil pupils
mother mom mum mommy mummy father dad daddy parent parents grandmother grandfather grandma grandpa gran granny nan grandad grandparents
wife husband hubby partner girlfriend boyfriend spouse fiance fiancee bride groom ex couple
sister sisters brother brothers sibling siblings twin
aunt auntie uncle cousin cousins family relatives inlaws
friend friends mate mates buddy roommate flatmate neighbor neighbors neighbour neighbours colleague colleagues coworker boss teacher doctor nurse therapist assistant student students
man men woman women guy lady ladies
`;

const groupOf = new Map<string, number>();
groups
  .trim()
  .split('\n')
  .forEach((line, group) => {
    for (const word of line.trim().split(/\s+/)) if (!groupOf.has(word)) groupOf.set(word, group);
  });

/** The number of the group of people that a word is of; undefined for any other word. */
export function personGroup(word: string): number | undefined {
  return groupOf.get(word);
}
