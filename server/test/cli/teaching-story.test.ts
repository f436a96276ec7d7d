import { expect, test } from 'vitest';
import { type Answered, tellTeachingStory } from '../../demo/teaching-story.ts';
import { freshDataFolder } from './support/places.ts';
import { runInside } from './support/understudy.ts';

test("the story of docs/teaching-story.md is true: a creator who uses an assistant's phrases gets more questions answered, and none wrong", async () => {
  const place = freshDataFolder();
  const story = await tellTeachingStory(async (args) => {
    const { code, stdout, stderr } = await runInside(args, place);
    expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
    return stdout;
  });
  expect(story.imported).toMatch(/profiles +1 +0 +0/);
  for (const id of ['ka_f_live', 'ka_o_friend']) expect(story.request).toContain(`[${id}]`);
  expect(story.read).toMatch(/^✓ 7\d\d new suggestions for 17 items\.$/m);
  expect(story.accepted).toMatch(
    /^✓ 7\d\d phrases accepted for 17 items of Kai Moreno\.\n {2}They are published and in use\.$/m,
  );
  expect(story.listed).toMatch(/^ {2}ka_f_live +schedule +32 +10 +0 +0 +\d+ %$/m);

  const [before, taught] = [countsOf(story.untaught), countsOf(story.taught)];
  expect(before.answeredWrong).toEqual([]);
  expect(taught.answeredWrong).toEqual([]);
  expect(taught.answeredRight).toBeGreaterThan(before.answeredRight);
  expect(taught.inReply).toBeGreaterThanOrEqual(6);
}, 300_000);

function countsOf(answers: readonly Answered[]) {
  expect(answers).toHaveLength(10);
  const answered = answers.filter(({ riskLevel }) => riskLevel === 'safe');
  return {
    inReply: answers.filter(({ isRight }) => isRight).length,
    answeredRight: answered.filter(({ isRight }) => isRight).length,
    answeredWrong: answered.filter(({ isRight }) => !isRight).map(({ question }) => question),
  };
}
