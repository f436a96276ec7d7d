import { expect, test } from 'vitest';
import { onBothStores } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { ask, callAgent, startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

const keyOf = { name: 'Desk', scopes: ['handoffs:write', 'replies:write'] };

inChromium(() => {
  closeBrowserAtTheEnd();

  onBothStores((fresh) => {
    test('a trial shows how many replies would have been sent, beside the one click that allows it', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      const { secret } = await ask(page, 'POST', '/workspaces/ws_demo/keys', keyOf);
      const draft = async () => {
        const asked = { profileId: 'prof_aurora', message: 'do you ship internationally?' };
        return (await callAgent(journey.url, String(secret), 'draft', asked)).json();
      };
      await page.getByRole('link', { name: 'Home' }).click();
      const card = page.getByRole('region', { name: 'Automatic answers' });
      await card.getByLabel('Only suggest').click();
      await page.getByText('Saved. It takes effect with the next message.').waitFor();
      expect(await draft()).toMatchObject({ decision: { requiresCreator: true } });
      await draft();
      await page.reload();
      await card.getByText('100 % of 2 messages would have been answered automatically.').waitFor();
      await keepPicture(page, 'home');
      await card.getByLabel('Careful').click();
      await page.getByText('Saved. It takes effect with the next message.').waitFor();
      expect(await draft()).toMatchObject({ decision: { requiresCreator: false, riskLevel: 'safe' } });
      expect(journey.complaints()).toEqual([]);
    });
  });
});
