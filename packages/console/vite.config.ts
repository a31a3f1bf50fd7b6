import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForClients } from '../../scripts/contract-for-clients.mjs';
import { THROWING_CALLS } from '../../scripts/throwing-calls.mjs';
import { BUILT_ALIKE, compressFiles } from './built-alike.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), await contractForClients(), compressFiles()],
  define: THROWING_CALLS,
  build: BUILT_ALIKE,
});
