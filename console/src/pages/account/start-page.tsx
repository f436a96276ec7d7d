import { useWorkspace } from '../../api/session.ts';
import { Page } from '../../ui/page.tsx';
import { DemoNote } from '../home/demo-note.tsx';
import { FirstSteps } from '../home/first-steps.tsx';

/** Welcomes the user to a workspace and shows the first steps in it. */
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
