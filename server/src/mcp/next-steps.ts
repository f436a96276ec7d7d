import { type ErrorCode, type ErrorEntry, errorCatalogue } from '../lib/error-catalogue.ts';
import type { ErrorDetails } from '../lib/errors.ts';

const unavailableWaitSeconds = 2;

/** What a model should do after a refusal, in words that it can act on. */
export function nextStepOf(
  code: ErrorCode,
  { retryAfterSeconds: waitSeconds = unavailableWaitSeconds, scope = 'of this tool' }: ErrorDetails,
): string {
  const { nextStep, toolStep = nextStep }: ErrorEntry = errorCatalogue[code];
  return typeof toolStep === 'function' ? toolStep({ waitSeconds, scope }) : toolStep;
}
