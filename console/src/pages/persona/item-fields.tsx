import type { Phrase } from '../../../../server/src/domain/persona.ts';
import { faultOf } from '../../api/api-error.ts';
import type { FormDraft } from '../../api/use-form-draft.ts';
import { Choice, Select, TextArea, TextField } from '../../ui/field.tsx';
import type { ItemForm } from './item-form.ts';
import { type ItemKind, phraseUseWords } from './item-words.ts';
import { OnPageChoice } from './on-page-choice.tsx';

interface ItemFieldsProps {
  readonly kind: ItemKind;
  readonly form: FormDraft<ItemForm>;
  readonly error: Error | null;
  readonly isLocked: boolean;
}

const uses = Object.entries(phraseUseWords).map(([value, { name, about }]) => ({
  // `Object.entries` types the keys as string, but they are phrase uses.
  value: value as Phrase['use'],
  label: `${name}: ${about}`,
}));

export function ItemFields({ kind, form, error, isLocked }: ItemFieldsProps) {
  const { values, set } = form;
  return (
    <fieldset className="stack" disabled={isLocked}>
      {kind === 'phrase' && (
        <Select label="Used as" value={values.use} options={uses} onChange={(use) => set({ use })} />
      )}
      {kind === 'offer' && (
        <TextField
          label="Name"
          required
          maxLength={200}
          value={values.name}
          onChange={(name) => set({ name })}
          error={faultOf(error, 'name')}
        />
      )}
      <TextArea
        label={kind === 'phrase' ? 'The phrase' : 'What may be said, word for word'}
        required
        maxLength={kind === 'phrase' ? 500 : 1_000}
        value={values.text}
        onChange={(text) => set({ text })}
        error={faultOf(error, 'text')}
      />
      {kind !== 'phrase' && (
        <>
          <TextArea
            label="How fans ask this, one per line"
            hint="In their own words. The more you add, the more is answered automatically. Up to 100."
            rows={4}
            value={values.aliases}
            onChange={(aliases) => set({ aliases })}
            error={faultOf(error, 'aliases')}
          />
          <TextArea
            label="Near misses, one per line (optional)"
            hint="Similar questions that this does not answer. Up to 50."
            rows={2}
            value={values.nearMisses}
            onChange={(nearMisses) => set({ nearMisses })}
            error={faultOf(error, 'nearMisses')}
          />
        </>
      )}
      <Choice
        label="Approved"
        hint="Replies use approved items only."
        isChecked={values.approved}
        onChange={(approved) => set({ approved })}
        disabled={isLocked}
      />
      {kind !== 'phrase' && (
        <Choice
          label="May be sent without asking you"
          hint="If not, it is only ever suggested to you."
          isChecked={values.automatic}
          onChange={(automatic) => set({ automatic })}
          disabled={isLocked}
        />
      )}
      <OnPageChoice kind={kind} form={form} isLocked={isLocked} />
      {kind === 'offer' && (
        <div className="columns">
          <TextField
            label="Price (optional)"
            hint="As fans should read it, such as €38"
            maxLength={60}
            value={values.price}
            onChange={(price) => set({ price })}
            error={faultOf(error, 'price')}
          />
          <TextField
            label="Discount code (optional)"
            hint="If the offer has one"
            maxLength={60}
            value={values.code}
            onChange={(code) => set({ code })}
            error={faultOf(error, 'code')}
          />
          <TextField
            label="Link (optional)"
            hint="Where fans get it"
            type="url"
            maxLength={500}
            value={values.url}
            onChange={(url) => set({ url })}
            error={faultOf(error, 'url')}
          />
        </div>
      )}
      {kind !== 'phrase' && (
        <details open={values.from !== '' || values.until !== '' || values.mediaAssetId !== ''}>
          <summary>Topic, time and media</summary>
          <div className="columns">
            <TextField
              label="Topic (optional)"
              maxLength={120}
              value={values.topic}
              onChange={(topic) => set({ topic })}
              error={faultOf(error, 'topic')}
            />
            <TextField
              label="Media asset (optional)"
              maxLength={120}
              value={values.mediaAssetId}
              onChange={(mediaAssetId) => set({ mediaAssetId })}
              error={faultOf(error, 'mediaAssetId')}
            />
            <TextField
              label="Valid from (optional)"
              type="datetime-local"
              value={values.from}
              onChange={(from) => set({ from })}
              error={faultOf(error, kind === 'fact' ? 'validFrom' : 'startsAt')}
            />
            <TextField
              label="Valid until (optional)"
              type="datetime-local"
              value={values.until}
              onChange={(until) => set({ until })}
              error={faultOf(error, kind === 'fact' ? 'validUntil' : 'endsAt')}
            />
          </div>
        </details>
      )}
    </fieldset>
  );
}
