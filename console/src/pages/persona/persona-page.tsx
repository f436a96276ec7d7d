import { Page } from '../../ui/page.tsx';

export function PersonaPage() {
  return <Page title="Persona">soon</Page>;
}
