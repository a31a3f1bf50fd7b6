import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadedTitle, recordRecentPage } from '../session/recent-pages.ts';
import { useSession } from '../session/session.ts';

/** Pages of one record, such as a customer or a rule. The other pages are in the navigation. */
const RECORD =
  /^\/(?:customers|accounts|cards|authorizations|programs|rules|lists|webhooks|events|merchants)\/(?!new\b|all\b)./;

/**
 * Records the pages that the person leaves, because their titles have loaded by then. A page that is left before its
 * title has loaded is not recorded.
 */
export function useRecentPages(): void {
  const router = useRouter();
  const { subject } = useSession();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged || !RECORD.test(fromLocation.pathname)) return;
        const title = loadedTitle(fromLocation.pathname);
        if (title !== undefined) recordRecentPage(subject, { href: fromLocation.href, title });
      }),
    [router, subject],
  );
}
