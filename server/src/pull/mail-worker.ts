import { answerTasks } from '../lib/turns/task-thread.ts';
import { readMails } from './read-mails.ts';

answerTasks(readMails);
