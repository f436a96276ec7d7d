import { LinkButton } from '../../ui/button.tsx';
import { LonePage, Page } from '../../ui/page.tsx';

const title = 'Page not found';
const about = 'There is nothing at this address, or you have no access to it. Check the address for typos.';

/** Shows that an address within a workspace is unknown, with a link back. */
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

/** Shows that an address is unknown or outside the signed-in user's workspaces. */
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
