import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { Note } from '../../ui/badge.tsx';
import { RefusedList } from './refused-list.tsx';

/** Shows the result of accepting or removing suggestions, including the phrases that were rejected. */
export function SettledNote({ settled }: { readonly settled: ConsoleOutput<'settleTeaching'> }) {
  const { changed, ofFans, refused, isPublished } = settled;
  return (
    <Note tone={refused.length > 0 ? 'caution' : 'good'} isAlert>
      <p>
        {changed === 1 ? 'One suggestion was processed.' : `${changed} suggestions were processed.`}
        {!isPublished && ' They are in the draft. Publish it under Persona to use them.'}
        {ofFans > 0 && ` ${ofFans} that fans wrote ${ofFans === 1 ? 'is' : 'are'} left: accept each one separately.`}
      </p>
      <RefusedList refused={refused} />
    </Note>
  );
}
