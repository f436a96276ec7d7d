// As in scripts/run.mjs, the first import decides how the rest is loaded.
import '../../../../scripts/prepare-process.mjs';

await import('./serve-slowly.ts');
