import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForClients } from '../../scripts/contract-for-clients.mjs';
import { THROWING_CALLS } from '../../scripts/throwing-calls.mjs';
import { compressFiles, SHARED_BUILD } from './shared-build.ts';

/**
 * The modules that every page loads. Without this group, the bundler puts each module that some screens share into its
 * own file: the first page would take 79 requests over the six connections of HTTP/1.1.
 */
const LOADED_FIRST = [
  /node_modules\/(?:clsx|lossless-json|react|react-dom|scheduler|use-sync-external-store|@primer)\//,
  /node_modules\/@tanstack\/(?:history|query-core|react-query|react-router|react-store|router-core|store)\//,
  /node_modules\/@mantine\/(?:hooks|core\/esm\/core)\//,
  /node_modules\/@mantine\/core\/esm\/components\/(?:Kbd|Loader|Stack|Transition|UnstyledButton|VisuallyHidden)\//,
  /packages\/(?:sdk\/dist|contract\/dist\/(?:errors|json))\//,
  /packages\/console\/src\/(?:session\/|words\/(?:language|load-language|translate)\b)/,
];

const isLoadedFirst = (id: string) => LOADED_FIRST.some((path) => path.test(id.replaceAll('\\', '/')));

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), await contractForClients(), compressFiles()],
  define: THROWING_CALLS,
  build: {
    ...SHARED_BUILD,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      ...SHARED_BUILD.rolldownOptions,
      output: { codeSplitting: { groups: [{ name: 'first', test: isLoadedFirst }] } },
    },
  },
});
