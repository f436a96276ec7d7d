import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

/** Previews a creator's Page with the draft. Renders nothing if the creator has no Page. */
export function PreviewButton({ profileId, name }: { readonly profileId: string; readonly name: string }) {
  const { id: workspaceId } = useWorkspace();
  const [isOpen, setIsOpen] = useState(false);
  const page = useRead('listPages', { workspaceId }).data?.pages.find((each) => each.profileId === profileId);
  if (page === undefined) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Preview the Page</Button>
      {isOpen && <PreviewDialog slug={page.slug} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
