import type { About } from '../../../../server/src/domain/console/persona-contract.ts';
import type { Voice } from '../../../../server/src/domain/persona.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { FormError } from '../../ui/states.tsx';
import type { StudioPartProps } from './studio-part-props.ts';
import { useUndo } from './use-undo.ts';

type Emoji = NonNullable<Voice['emoji']>;

const emojiChoices: readonly { readonly value: Emoji; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'sparing', label: 'Sparingly' },
  { value: 'free', label: 'Freely' },
];

function formOf({ about = '', languages = [], voice = {}, rules = {} }: About) {
  return {
    about,
    languages: languages.join(', '),
    traits: (voice.traits ?? []).join(', '),
    emoji: voice.emoji ?? ('sparing' as Emoji),
    maxLength: voice.maxLength === undefined ? '' : String(voice.maxLength),
    avoid: (voice.avoid ?? []).join('\n'),
    reviewTopics: (rules.reviewTopics ?? []).join('\n'),
    blockedTopics: (rules.blockedTopics ?? []).join('\n'),
    neverSay: (rules.neverSay ?? []).join('\n'),
  };
}

function aboutOf(form: ReturnType<typeof formOf>): About {
  const languages = listOf(form.languages);
  return {
    ...(form.about.trim() === '' ? {} : { about: form.about.trim() }),
    ...(languages.length === 0 ? {} : { languages }),
    voice: {
      traits: listOf(form.traits),
      emoji: form.emoji,
      ...(form.maxLength === '' ? {} : { maxLength: Number(form.maxLength) }),
      avoid: linesOf(form.avoid),
    },
    rules: {
      reviewTopics: linesOf(form.reviewTopics),
      blockedTopics: linesOf(form.blockedTopics),
      neverSay: linesOf(form.neverSay),
    },
  };
}

/** Shows a form for everything in a persona except its items: its voice and its rules. */
export function AboutPart({ draft }: StudioPartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const { profileId, version, about } = draft;
  const params = { workspaceId, profileId };
  const offerUndo = useUndo(params);
  const form = useFormDraft(`about:${workspaceId}:${profileId}`, formOf(about));
  const save = useAction('saveAbout', {
    refreshes: ['readDraft'],
    isOfForm: true,
    form,
    onDone: (changed) => offerUndo(changed, 'Saved to the draft'),
  });
  const { values, set } = form;
  return (
    <form
      className="stack prose"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params, input: { version, about: aboutOf(values) } });
      }}
    >
      <fieldset className="stack" disabled={!can('editor')}>
        <section className="card stack">
          <h2>Voice</h2>
          <TextArea
            label="About"
            maxLength={2_000}
            value={values.about}
            onChange={(text) => set({ about: text })}
            error={faultOf(save.error, 'about')}
          />
          <TextField
            label="Traits"
            hint="Separated by commas, such as warm, playful"
            value={values.traits}
            onChange={(traits) => set({ traits })}
            error={faultOf(save.error, 'traits')}
          />
          <div className="columns">
            <TextField
              label="Languages"
              hint="Short codes, such as en, pt"
              value={values.languages}
              onChange={(languages) => set({ languages })}
              error={faultOf(save.error, 'languages')}
            />
            <Select
              label="Emoji"
              hint="In replies"
              value={values.emoji}
              options={emojiChoices}
              onChange={(emoji) => set({ emoji })}
            />
            <TextField
              label="Longest reply"
              hint="Characters, 40 to 2000"
              type="number"
              min={40}
              max={2_000}
              value={values.maxLength}
              onChange={(maxLength) => set({ maxLength })}
              error={faultOf(save.error, 'maxLength')}
            />
          </div>
          <TextArea
            label="Words to avoid, one per line"
            hint="Replies never contain them."
            value={values.avoid}
            onChange={(avoid) => set({ avoid })}
            error={faultOf(save.error, 'avoid')}
          />
        </section>
        <section className="card stack">
          <h2>Rules</h2>
          <p className="muted small">Your programs never see these.</p>
          <TextArea
            label="Topics that always come to you, one per line"
            hint="You get a suggestion, and nothing is answered automatically."
            value={values.reviewTopics}
            onChange={(reviewTopics) => set({ reviewTopics })}
            error={faultOf(save.error, 'reviewTopics')}
          />
          <TextArea
            label="Topics without any suggestion, one per line"
            value={values.blockedTopics}
            onChange={(blockedTopics) => set({ blockedTopics })}
            error={faultOf(save.error, 'blockedTopics')}
          />
          <TextArea
            label="Never say, one per line"
            hint="Promises and words that must not appear."
            value={values.neverSay}
            onChange={(neverSay) => set({ neverSay })}
            error={faultOf(save.error, 'neverSay')}
          />
        </section>
      </fieldset>
      <FormError error={save.error} />
      {can('editor') && (
        <div className="row">
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            Save to the draft
          </Button>
          {form.isDirty && (
            <Button kind="quiet" onClick={form.clear}>
              Undo my changes
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function listOf(text: string): string[] {
  return linesOf(text.replaceAll(',', '\n'));
}
