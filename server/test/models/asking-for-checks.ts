import { readingFeatures } from '../../src/drafting/model/reading-evidence.ts';
import type { Reliability } from '../../src/drafting/model/reliability.ts';

/**
 * Messages about which the embedded evidence is certain to different degrees. It holds back some of them only because
 * it is not certain.
 */
export const graded = [
  'could you post one to my sister?',
  'would a parcel reach me in Japan?',
  'is the studio open on Tuesday?',
  'which orders come first?',
  'I gave up after the page said not available in your region. Any hope?',
  'Does ordering early get me anything special?',
  'how do I get hold of one of those?',
  'can the mug come along to Peru?',
  'is there a way to have it at my place by spring?',
  'which clay do you use?',
];

/** Trusts a reading only if a check says that it answers fully, whatever the committed reliability learned. */
export const believesChecks = (learned: Reliability): Reliability => ({
  ...learned,
  trees: {
    base: 0,
    roots: [0],
    features: [readingFeatures.indexOf('check'), -1, -1],
    // Leaves contain log-odds to add, far below and far above every threshold.
    thresholds: [2.5, -8, 8],
    lefts: [1, 0, 0],
  },
  calibration: [1, 0],
  leastItem: 0,
});

/** Trusts a reading only if the model says that the likeliest item that it left out does not answer. */
export const believesRivals = (learned: Reliability): Reliability => {
  const rival = readingFeatures.indexOf('check of the rival');
  const trees = {
    base: 0,
    roots: [0],
    features: [rival, -1, rival, -1, -1],
    thresholds: [0.5, -8, 1.5, 8, -8],
    lefts: [1, 0, 3, 0, 0],
  };
  return { ...learned, trees, calibration: [1, 0], leastItem: 0 };
};
