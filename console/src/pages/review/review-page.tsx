import { Page } from '../../ui/page.tsx';

export function ReviewPage() {
  return <Page title="Review">soon</Page>;
}
