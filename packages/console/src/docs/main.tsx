import '../trusted-type-policy.ts';
import '../theme/styles.ts';
import '../theme/scroll-lock-nonce.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { styleNonce } from '../theme/style-nonce.ts';
import { cssVariables, theme } from '../theme/theme.ts';
import { router } from './frame/docs-routes.tsx';

const place = document.getElementById('docs');
if (place === null) throw new Error('the page has no place for the documents');
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <RouterProvider router={router as never} />
    </MantineProvider>
  </StrictMode>,
);
