import { routes } from '@websign/contract';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Loading } from '../common/ui/loading.tsx';
import { HomePage } from '../features/upload/HomePage.tsx';
import { loadAllTexts } from '../i18n/index.ts';
import { BareCrash, Crash } from './Crash.tsx';
import { RequireNoSession, RequireSession } from './guards.tsx';
import { NotFound } from './NotFound.tsx';
import type { RouteHandle } from './navigation.ts';
import { Shell } from './Shell.tsx';

const handle = (title: RouteHandle['title']): RouteHandle => ({ title });

/** A screen that is fetched on demand, together with the texts that login and home do without. */
const onDemand = (load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), loadAllTexts()]);
  return { Component };
};

/** Every route but home is fetched on demand (NAV-6). */
export const screens: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: BareCrash,
    HydrateFallback: Loading,
    children: [
      {
        ErrorBoundary: Crash,
        children: [
          {
            Component: RequireSession,
            children: [
              { path: routes.home.path, handle: handle('home'), Component: HomePage },
              {
                path: routes.sign.path,
                handle: handle('sign'),
                lazy: onDemand(async () => (await import('../features/sign/SignPage.tsx')).SignPage),
              },
              {
                path: routes.sign_return.path,
                handle: handle('sign_return'),
                lazy: onDemand(async () => (await import('../features/sign/ReturnPage.tsx')).ReturnPage),
              },
              {
                path: routes.preview.path,
                handle: handle('preview'),
                lazy: onDemand(async () => (await import('../features/preview/PreviewPage.tsx')).PreviewPage),
              },
              {
                path: routes.history.path,
                handle: handle('history'),
                lazy: onDemand(async () => (await import('../features/history/HistoryPage.tsx')).HistoryPage),
              },
              {
                path: routes.verify.path,
                handle: handle('verify'),
                lazy: onDemand(async () => (await import('../features/verify/VerifyPage.tsx')).VerifyPage),
              },
              {
                path: routes.certificates.path,
                handle: handle('certificates'),
                lazy: onDemand(
                  async () =>
                    (await import('../features/certificates/CertificatesPage.tsx')).CertificatesPage,
                ),
              },
            ],
          },
          {
            Component: RequireNoSession,
            children: [
              {
                path: routes.login.path,
                handle: handle('login'),
                lazy: async () => ({
                  Component: (await import('../features/session/LoginPage.tsx')).LoginPage,
                }),
              },
            ],
          },
          {
            path: routes.change_password.path,
            handle: handle('change_password'),
            lazy: onDemand(async () => (await import('../features/password/PasswordPage.tsx')).PasswordPage),
          },
          {
            path: routes.accessibility.path,
            handle: handle('accessibility'),
            lazy: onDemand(
              async () => (await import('../features/accessibility/AccessibilityPage.tsx')).AccessibilityPage,
            ),
          },
          { path: '*', handle: handle('not_found'), Component: NotFound },
        ],
      },
    ],
  },
];
