import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemView, SaveItemRequest } from '../../../../server/src/domain/console/persona-contract.ts';
import { call } from '../../api/call.ts';

interface Wanted {
  readonly version: number;
  readonly views: readonly { readonly view: ItemView; readonly onPage: boolean }[];
}

/**
 * Returns a function that saves, for each given item, whether the Page may use it. The items are saved one after
 * another, so that the history contains each change and each can be undone.
 */
export function useSaveOnPage(params: { readonly workspaceId: string; readonly profileId: string }) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ version, views }: Wanted) {
      let last = version;
      for (const { view, onPage } of views) {
        last = (await call('saveItem', params, { version: last, id: view.id, ...withOnPage(view, onPage) })).version;
      }
    },
    onSettled: async () => {
      const reads = ['readDraft', 'listProfiles', 'listChanges', 'readWarnings', 'previewPage'];
      await Promise.all(reads.map((read) => queries.invalidateQueries({ queryKey: [read] })));
    },
  });
}

function withOnPage(view: ItemView, onPage: boolean): Pick<SaveItemRequest, 'fact' | 'offer' | 'phrase'> {
  switch (view.kind) {
    case 'fact': {
      const { id: _, onPage: __, ...fact } = view.item;
      return { fact: onPage ? { ...fact, onPage } : fact };
    }
    case 'offer': {
      const { id: _, onPage: __, ...offer } = view.item;
      return { offer: onPage ? { ...offer, onPage } : offer };
    }
    case 'phrase': {
      const { id: _, onPage: __, ...phrase } = view.item;
      return { phrase: onPage ? { ...phrase, onPage } : phrase };
    }
  }
}
