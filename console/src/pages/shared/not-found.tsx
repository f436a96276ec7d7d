import { LinkButton } from '../../ui/button.tsx';
import { LonePage, Page } from '../../ui/page.tsx';

const title = 'Page not found';
const about = 'There is nothing at this address, or nothing for you. It may be mistyped, or from an older version.';

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
