import type { ReactNode } from 'react';
import type { Trial } from '../../../../server/src/domain/console/insight-contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ClaimedReply, QuotedItems } from '../shared/claimed-reply.tsx';
import { intentName, riskWords } from '../shared/words.ts';

type Step = Trial['steps'][number];

const partWords: Readonly<Record<Step['part'], string>> = {
  language: 'Language',
  clause: 'What is asked',
  hazard: 'Signs of danger',
  history: 'What was said before',
  topic: 'Your topics',
  guard: 'Every claim checked',
  decision: 'Decision',
};

interface TrialViewProps {
  readonly trial: Trial;
  /** The tried message. Positions of quotes refer to it. */
  readonly message: string;
  /** The path of the studio for the persona that the reply was drafted with. */
  readonly studio: string;
  /** The buttons for the trial. */
  readonly children: ReactNode;
}

/**
 * Shows a trial to the creator: the decision, the reply, the steps that led to the decision, and the items that the
 * reply uses.
 */
export function TrialView({ trial, message, studio, children }: TrialViewProps) {
  const { decision, claims, items, steps } = trial;
  const risk = riskWords[decision.riskLevel];
  return (
    <>
      <section className="card stack" aria-label="Decision">
        <div className={`verdict tone-${risk.tone}`}>
          <strong>{risk.name}</strong>
          <span>{risk.about}</span>
        </div>
        <div className="row">
          <Badge>{intentName(decision.intent)}</Badge>
          <span className="small muted">
            {Math.round(decision.confidence * 100)} % sure{items.length > 0 && ' that this answers it'}
          </span>
          {decision.mediaAssetId !== '' && <Badge tone="info">with media {decision.mediaAssetId}</Badge>}
        </div>
        {decision.reply === '' ? (
          <p className="muted">No reply: nothing may be sent automatically.</p>
        ) : (
          <ClaimedReply reply={decision.reply} claims={claims} items={items} />
        )}
        <div className="row">
          {decision.reply !== '' && <CopyButton text={decision.reply} />}
          {children}
        </div>
      </section>
      <section className="card stack" aria-label="How it came about">
        <h2>How it came about</h2>
        <ol>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity other than their position
            <li key={index} className={`step step-${step.outcome}`}>
              <strong className="small">{partWords[step.part]}</strong>
              <p className="breaks">
                {step.quote !== null && (
                  <>
                    <q className="quote">{message.slice(step.quote.start, step.quote.end)}</q>{' '}
                  </>
                )}
                {step.text}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {items.length > 0 && (
        <section className="card stack" aria-label="Items">
          <h2>Facts and offers it uses</h2>
          <QuotedItems items={items} used={decision.itemsUsed} studio={studio} />
        </section>
      )}
    </>
  );
}
