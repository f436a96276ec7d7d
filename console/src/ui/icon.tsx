const paths = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  review: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  persona: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0',
  teach: 'M2.5 9 12 4.5 21.5 9 12 13.5zM6.5 11v5c3 2.6 8 2.6 11 0v-5M21.5 9v6',
  playground: 'M9 4h6M10 4v5l-5 9a1.5 1.5 0 0 0 1.3 2h11.4a1.5 1.5 0 0 0 1.3-2l-5-9V4M8 14h8',
  usage: 'M4 20h16M7 17v-5M12 17V6M17 17v-8',
  connections:
    'M10 14a4 4 0 0 1 0-5.6l2.8-2.8a4 4 0 0 1 5.6 5.6L17 12.6M14 10a4 4 0 0 1 0 5.6l-2.8 2.8a4 4 0 0 1-5.6-5.6L7 11.4',
  page: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  settings: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  team: 'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11M3 19a6 6 0 0 1 12 0M16 5.2a3 3 0 0 1 0 5.6M17.5 14a6 6 0 0 1 3.5 5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7',
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v5',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  account: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6.5 18.5a6 6 0 0 1 11 0',
} as const;

export type IconName = keyof typeof paths;

/** Shows a decorative drawing. Screen readers skip it, because the words next to it have the same meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  const width = name === 'more' ? 3.2 : 1.8;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
