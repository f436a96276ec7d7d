import { pageDoubtsOf } from '../../../../server/src/domain/page/page-doubts.ts';
import type { FormDraft } from '../../api/use-form-draft.ts';
import { Note } from '../../ui/badge.tsx';
import { Choice } from '../../ui/field.tsx';
import { doubtSentence } from '../page/doubt-words.ts';
import type { ItemForm } from './item-form.ts';
import type { ItemKind } from './item-words.ts';

const hints: Readonly<Record<ItemKind, string>> = {
  fact: 'Everyone can read it on your Page, and it answers questions there.',
  offer: 'Everyone can read it on your Page, and it answers questions there.',
  phrase: 'Your Page always shows disclosure and support. Other phrases only go with an answer.',
};

/** Lets the creator choose whether the Page may show an item, and states the reasons not to show it. */
export function OnPageChoice({
  kind,
  form: { values, set },
  isLocked,
}: {
  readonly kind: ItemKind;
  readonly form: FormDraft<ItemForm>;
  readonly isLocked: boolean;
}) {
  const doubts = values.onPage ? pageDoubtsOf({ text: values.text, code: kind === 'offer' ? values.code : '' }) : [];
  return (
    <>
      <Choice
        label="On the Page"
        hint={hints[kind]}
        isChecked={values.onPage}
        onChange={(onPage) => set({ onPage })}
        disabled={isLocked}
      />
      <div role="status">{doubts.length > 0 && <Note tone="caution">{doubtSentence(doubts)}</Note>}</div>
    </>
  );
}
