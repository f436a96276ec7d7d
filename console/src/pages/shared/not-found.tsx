import { LinkButton } from '../../ui/button.tsx';
import { LonePage, Page } from '../../ui/page.tsx';

const title = 'Page not found';
const about = 'Nothing is at this address, or you have no access to it. Check the address for typing mistakes.';

/** The page for an unknown address within a workspace, with a link back. */
export function NotFound({ back, label }: { readonly back: string; readonly label: string }) {
  return (
    <Page title={title} about={about}>
      <div>
        <LinkButton href={back} kind="primary">
          {label}
        </LinkButton>
      </div>
    </Page>
  );
}

/** The page for an address outside every workspace of the signed-in user. */
export function LoneNotFound() {
  return (
    <LonePage title={title}>
      <p>{about}</p>
      <LinkButton href="/" kind="primary">
        Go to your workspace
      </LinkButton>
    </LonePage>
  );
}
