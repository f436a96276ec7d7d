import type { Trial } from '../../../../server/src/domain/console/insight-contract.ts';
import { LinkButton } from '../../ui/button.tsx';

interface NextStepProps {
  readonly trial: Trial;
  readonly message: string;
  /** The workspace's path, such as `/w/ws_aurora`. */
  readonly base: string;
  readonly profileId: string;
  readonly isOwner: boolean;
}

/** Shows the next step after a trial: connect an agent, teach the service how fans ask, or write the missing fact. */
export function NextStep({ trial: { decision, items }, message, base, profileId, isOwner }: NextStepProps) {
  const studio = `${base}/persona/${encodeURIComponent(profileId)}`;
  const used = items.find(({ id, kind }) => kind !== 'phrase' && decision.itemsUsed.includes(id));
  if (decision.riskLevel === 'blocked') return <p className="small">Messages like this always come to you.</p>;
  if (decision.riskLevel === 'safe')
    return isOwner ? <LinkButton href={`${base}/settings/keys`}>Connect your agent</LinkButton> : null;
  if (used !== undefined)
    return (
      <LinkButton href={`${studio}/${used.kind}s/${encodeURIComponent(used.id)}`}>Teach it this wording</LinkButton>
    );
  return <LinkButton href={`${studio}/facts/new?asked=${encodeURIComponent(message)}`}>Write the fact</LinkButton>;
}
