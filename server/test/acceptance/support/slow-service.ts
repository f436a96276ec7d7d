// As scripts/run.mjs does: what comes first decides how the rest is loaded.
import '../../../../scripts/prepare-process.mjs';

await import('./serve-slowly.ts');
