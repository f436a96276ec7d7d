import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/parts.css';
import './ui/layout.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { queryClient } from './api/query-client.ts';
import { App } from './routes/app.tsx';
import { loadPageOf } from './routes/pages.ts';
import { AwayBanner } from './ui/away-banner.tsx';
import { Toasts } from './ui/toast.tsx';

loadPageOf(window.location.pathname);
const place = document.getElementById('app');
if (place === null) throw new Error('The page has no element for the console');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console">
        <Toasts>
          <AwayBanner />
          <App />
        </Toasts>
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
