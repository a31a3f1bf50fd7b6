import { contributorMenu, menu, tags } from 'virtual:docs-outline';
import { useLocation } from '@tanstack/react-router';
import mark from '../../theme/mark.svg';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './docs-menu.module.css';

/** Lists the guides for beginners, the operations by subject, then all other documents. */
export function DocsMenu({ onChosen }: { onChosen: () => void }) {
  const [start, guides, ...others] = menu;
  const { pathname } = useLocation();
  return (
    <>
      <DocsLink to="/" className={classes.brand} onClick={onChosen}>
        <img src={mark} alt="" width={24} height={24} />
        Cardwright
      </DocsLink>
      {[start, guides].map(
        (group) => group && <Group key={group.text} {...pagesOf(group)} onChosen={onChosen} isOpen />,
      )}
      {tags.map(({ name, operations }) => (
        <Group
          key={name}
          text={name.replaceAll('-', ' ')}
          links={operations.map(({ id, title }) => ({ to: `/operations/${id}`, text: title }))}
          onChosen={onChosen}
        />
      ))}
      {others.map((group) => (
        <Group key={group.text} {...pagesOf(group)} onChosen={onChosen} />
      ))}
      <DocsLink to="/guide/contributors" className={classes.contributors} onClick={onChosen}>
        {WORDS.contributors}
      </DocsLink>
      {contributorMenu.filter(isOpen(pathname)).map((group) => (
        <Group key={group.text} {...pagesOf(group)} onChosen={onChosen} />
      ))}
    </>
  );
}

/** Groups for contributors appear only while one of their pages is open. */
const isOpen = (pathname: string) => (group: (typeof menu)[number]) =>
  group.pages.some(({ page }) => pathname.endsWith(`/guide/${page}`));

const pagesOf = ({ text, pages }: (typeof menu)[number]) => ({
  text,
  links: pages.map((each) => ({ to: `/guide/${each.page}`, text: each.text })),
});

interface GroupParts {
  readonly text: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
  readonly onChosen: () => void;
  readonly isOpen?: boolean;
}

/** A group that is closed unless it contains the current page. */
function Group({ text, links, onChosen, isOpen = false }: GroupParts) {
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => pathname.endsWith(to));
  return (
    <details className={classes.group} open={isOpen || isHere}>
      <summary className={classes.summary}>{text}</summary>
      <ul className={classes.list}>
        {links.map((link) => (
          <li key={link.to}>
            <DocsLink to={link.to} className={classes.item} onClick={onChosen}>
              {link.text}
            </DocsLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
