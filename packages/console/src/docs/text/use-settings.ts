import { getRouteApi } from '@tanstack/react-router';
import type { PageSettings } from './page-settings.ts';

const root = getRouteApi('__root__' as never);

export function useSettings(): PageSettings {
  return root.useLoaderData() as PageSettings;
}
