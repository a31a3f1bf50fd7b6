import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './routes/router.tsx';
import { queryClient } from './session/query-client.ts';
import { SessionGate } from './sign-in/session-gate.tsx';
import { styleNonce } from './theme/style-nonce.ts';
import { cssVariables, theme } from './theme/theme.ts';
import { LanguageProvider } from './words/language-provider.tsx';

/** Provides what every screen needs: the words, the theme, the query cache and the session of the signed-in person. */
export function Console() {
  return (
    <DirectionProvider>
      <LanguageProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={styleNonce}
        >
          <QueryClientProvider client={queryClient}>
            <SessionGate>
              <RouterProvider router={router} />
            </SessionGate>
          </QueryClientProvider>
        </MantineProvider>
      </LanguageProvider>
    </DirectionProvider>
  );
}
