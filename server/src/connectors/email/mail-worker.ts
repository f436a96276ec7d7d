import { answerTasks } from '../../lib/turns/task-thread.ts';
import { readMailTask } from './mail-task.ts';

answerTasks(readMailTask);
