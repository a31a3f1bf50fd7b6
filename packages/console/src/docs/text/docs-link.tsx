import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { parseSearch } from '../../search-params.ts';

interface DocsLinkParts extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The path below /docs, such as `/operations/cards.create-card#errors`. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another page of /docs. Only the console has typed routes, so the target is a string. */
export function DocsLink({ to, children, ...others }: DocsLinkParts) {
  const [address = '', hash] = to.split('#');
  const [path, query] = address.split('?');
  const search = query === undefined ? {} : { search: parseSearch(query) };
  const target = { to: path, ...search, ...(hash !== undefined && { hash }) } as LinkProps;
  return (
    <Link {...others} {...target} activeProps={{ 'data-active': true }} activeOptions={{ exact: true }}>
      {children}
    </Link>
  );
}
