/** A script that returns how much the page's layout has shifted so far, including a short time after the call. */
export const layoutShift = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(shift), 300);
})`;
