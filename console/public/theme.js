// Before the first paint, so that a chosen theme never flashes as the other one.
const chosen = localStorage.getItem('understudy:theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
