import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForClients } from '../../scripts/contract-for-clients.mjs';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), await contractForClients()],
  build: {
    outDir: 'dist',
    // what is here by another name belongs to an older build
    emptyOutDir: true,
    // pages allow no data: fonts, and no script of their own text
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'es2023',
  },
});
