import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import type { Printer } from '../printer.ts';

/** Tells where the service listens; on a store without a workspace it makes the demonstration, and shows its key once. */
export async function greet(options: {
  printer: Printer;
  store: Store;
  classifiers: Pick<ClassifierShelf, 'teach'>;
  url: string;
  wantsDemo: boolean;
}): Promise<void> {
  const { printer, store, classifiers, url, wantsDemo } = options;
  const { bold, cyan, dim } = printer.colours;
  const workspaces = await store.listWorkspaces();
  printer.line(`${bold('Understudy')} listens on ${bold(cyan(url))}   ${dim(`description: ${url}/docs`)}`);
  if (workspaces.length === 0 && wantsDemo) {
    const { makeDemo } = await import('./make-demo.ts');
    return makeDemo({ printer, store, classifiers, url });
  }
  if (workspaces.length === 0) {
    printer.line('The store has no workspace yet. Bring one in:');
    printer.line(`  ${cyan('npm run -s understudy -- import FILE')}`);
    return;
  }
  printer.line(`${workspaces.length === 1 ? '1 workspace' : `${workspaces.length} workspaces`}. A new key:`);
  const [first] = workspaces;
  const workspaceId = workspaces.length === 1 && first !== undefined ? first.workspaceId : 'ID';
  printer.line(`  ${cyan(`npm run -s understudy -- keys create --workspace ${workspaceId} --name NAME --scopes all`)}`);
}
