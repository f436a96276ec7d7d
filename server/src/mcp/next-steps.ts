import { type ErrorCode, type ErrorEntry, errorCatalogue } from '../lib/error-catalogue.ts';
import type { ErrorDetails } from '../lib/errors.ts';

const unavailableWaitSeconds = 2;

/** Returns the next step after a refusal, worded so that a model can act on it. */
export function nextStepOf(
  code: ErrorCode,
  { retryAfterSeconds: waitSeconds = unavailableWaitSeconds, scope = 'of this tool' }: ErrorDetails,
): string {
  const { nextStep, toolStep = nextStep }: ErrorEntry = errorCatalogue[code];
  return typeof toolStep === 'function' ? toolStep({ waitSeconds, scope }) : toolStep;
}
