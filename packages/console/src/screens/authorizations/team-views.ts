import { type AuthorizationView, VIEW_ROLES } from '@cardwright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient, useHasScope, useSession } from '../../session/session.ts';
import type { SavedView } from './saved-views.ts';

const VIEWS = ['authorization-views'];

/** The views that the roles of this person share. */
export function useTeamViews(): readonly AuthorizationView[] {
  const { authorizationViews } = useClient();
  const { data } = useQuery({
    queryKey: VIEWS,
    queryFn: async ({ signal }) => authorizationViews.list({ signal }),
  });
  return data?.items ?? [];
}

/** The roles of this person that can share views. */
export function useViewRoles(): readonly AuthorizationView['role'][] {
  const { roles } = useSession();
  return useHasScope('views:write') ? VIEW_ROLES.filter((role) => roles.includes(role)) : [];
}

/** Changes the views of a role. The list is read again, also after a change that conflicted with another one. */
export function useTeamViewChanges() {
  const { authorizationViews } = useClient();
  const cache = useQueryClient();
  const after = async (request: PromiseLike<unknown>) => {
    try {
      await request;
    } finally {
      await cache.invalidateQueries({ queryKey: VIEWS });
    }
  };
  return {
    share: ({ name, filters, columns }: SavedView, role: AuthorizationView['role']) =>
      after(
        authorizationViews.save(crypto.randomUUID(), {
          name,
          role,
          filters,
          ...(columns && { columns: [...columns] }),
        }),
      ),
    rename: ({ view_id, version, role, filters, columns }: AuthorizationView, name: string) =>
      after(authorizationViews.save(view_id, { version, name, role, filters, ...(columns && { columns }) })),
    remove: ({ view_id }: AuthorizationView) => after(authorizationViews.delete(view_id)),
  };
}
