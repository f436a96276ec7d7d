import { useWorkspace } from '../../api/session.ts';
import { Page } from '../../ui/page.tsx';
import { DemoNote } from '../home/demo-note.tsx';
import { FirstSteps } from '../home/first-steps.tsx';

/** Shows the first three things to do in a workspace. */
export function StartPage() {
  const { name } = useWorkspace();
  return (
    <Page
      title={`Welcome to ${name}`}
      about="These three steps take a few minutes. Understudy suggests replies. It never sends anything."
    >
      <DemoNote />
      <FirstSteps isAlwaysShown />
    </Page>
  );
}
