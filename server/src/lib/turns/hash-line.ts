import { errorCatalogue } from '../error-catalogue.ts';
import { ServiceError } from '../errors.ts';

/** The caller that a password is hashed for. */
export interface HashTurn {
  /** True for a signed-in person, or if this browser was signed in to the account before. Known callers come first. */
  readonly isKnown: boolean;
  /** The caller's network: an IPv4 address, or the /48 of an IPv6 address. */
  readonly network: string;
}

const atOnce = 2;
const most = { known: 64, others: 64, ofNetwork: 16 };

/**
 * Creates a queue that limits concurrent hashing. Known callers come first. A caller is rejected if too many callers of
 * its kind, known or unknown, are waiting. An unknown caller is also rejected if too many unknown callers from its
 * network are waiting.
 */
export function createHashLine() {
  const waiting: { readonly turn: HashTurn; readonly go: () => void }[] = [];
  let atWork = 0;

  function refuse(): never {
    throw new ServiceError('rate_limited', {
      message: errorCatalogue.rate_limited.cases.signIns,
      retryAfterSeconds: 5,
    });
  }

  function enter(turn: HashTurn): Promise<void> {
    const alike = waiting.filter((each) => each.turn.isKnown === turn.isKnown);
    if (alike.length >= (turn.isKnown ? most.known : most.others)) refuse();
    if (!turn.isKnown && alike.filter((each) => each.turn.network === turn.network).length >= most.ofNetwork) refuse();
    return new Promise((go) => waiting.push({ turn, go }));
  }

  return {
    waiting: () => waiting.length,
    /** Runs `work` once it is the caller's turn. @throws ServiceError `rate_limited` if the queue is full */
    async run<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result> {
      // Finished work passes its slot directly to the next caller, so that no other caller gets in between.
      if (atWork >= atOnce) await enter(turn);
      else atWork += 1;
      try {
        return await work();
      } finally {
        const next = waiting.findIndex((each) => each.turn.isKnown);
        const [chosen] = waiting.splice(Math.max(0, next), 1);
        if (chosen === undefined) atWork -= 1;
        else chosen.go();
      }
    },
  };
}
