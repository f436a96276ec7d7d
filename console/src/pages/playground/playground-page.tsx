import { Page } from '../../ui/page.tsx';

export function PlaygroundPage() {
  return <Page title="Playground">soon</Page>;
}
